/** PostgreSQL cannot store NUL or half of a surrogate pair. Refuse them at the edge instead of failing half-way. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether clocks and databases accept an RFC 3339 time: it is no leap second, and in UTC within the years 1 to 9999. */
export function isMoment(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

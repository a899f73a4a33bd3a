import type { Settings } from '@desk/contract/settings';

/** A moment in the organization's time zone. `weekday` is ISO: 1 is Monday, 7 is Sunday. */
export interface LocalTime {
  date: string;
  weekday: number;
  hour: number;
  minute: number;
}

type Hours = Pick<Settings, 'timezone' | 'business_hours' | 'holidays'>;

/** Without business hours the desk is always open, except on holidays. A holiday is closed from midnight to midnight. */
export function isOpen({ timezone, business_hours, holidays }: Hours, at: Date): boolean {
  const now = localTime({ timezone }, at);
  if (holidays.includes(now.date)) return false;
  if (business_hours.length === 0) return true;
  const minute = now.hour * 60 + now.minute;
  const openedYesterday = !holidays.includes(dayBefore(now.date));
  return business_hours.some(({ days, from, to }) => {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    if (start < end) return days.includes(now.weekday) && start <= minute && minute < end;
    // A shift over midnight belongs to the day on which it begins.
    const evening = days.includes(now.weekday) && start <= minute;
    const morning = openedYesterday && days.includes(((now.weekday + 5) % 7) + 1) && minute < end;
    return evening || morning;
  });
}

/** Converts a moment to the organization's time zone. */
export function localTime({ timezone }: Pick<Settings, 'timezone'>, at: Date): LocalTime {
  const parts = Object.fromEntries(
    clockOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
  return { date, weekday: weekdayOf(date), hour: Number(parts['hour']), minute: Number(parts['minute']) };
}

// Creating a formatter takes longer than using it, and every turn uses two. There is at most one per time zone.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timezone) ?? new Intl.DateTimeFormat('en-US', { ...clockFormat, timeZone: timezone });
  clocks.set(timezone, clock);
  return clock;
}

const clockFormat = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

// A calendar date has no time zone. UTC arithmetic cannot shift it to the next or previous day.
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
const dayBefore = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

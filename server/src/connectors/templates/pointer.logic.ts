/** The value at the JSON pointer (RFC 6901); undefined if there is none. Own members only. */
export function at(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(step, value);
}

function step(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,8})$/.test(token) ? value[Number(token)] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, token) ? (value as Record<string, unknown>)[token] : undefined;
}

/** The named values of a response and nothing else: long texts are cut, deep values left out. */
export const outputOf = (value: unknown, output: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(output).flatMap(([name, pointer]) => {
      const found = at(value, pointer);
      return found === undefined ? [] : [[name, plain(found, 3)]];
    }),
  );

/** Whether all named values are missing or null: a failure that looks like a success. */
export const hasNone = (found: Readonly<Record<string, unknown>>, output: Readonly<Record<string, string>>): boolean =>
  Object.keys(output).length > 0 && Object.values(found).every((each) => each === null);

const longestText = 2000;
const mostMembers = 50;

function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, longestText).toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.slice(0, mostMembers).map((each) => plain(each, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostMembers)
      .map(([name, each]) => [name, plain(each, depth - 1)]),
  );
}

/** Whether the place names this customer's e-mail address or external id. A list names all owners. */
export function isOwnedBy(
  value: unknown,
  pointer: string,
  customer: { email: string | null; externalId: string | null },
): boolean {
  const found = at(value, pointer);
  const owners = Array.isArray(found) ? found : [found];
  return owners.some(
    (owner) =>
      (typeof owner === 'string' || typeof owner === 'number') &&
      (same(String(owner), customer.email) || (Boolean(customer.externalId) && String(owner) === customer.externalId)),
  );
}

const same = (owner: string, email: string | null) =>
  email !== null && email !== '' && owner.trim().toLowerCase() === email.trim().toLowerCase();

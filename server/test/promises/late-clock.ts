// Loaded before the service (`node --import`): its clock is ninety seconds late, that of the database is not.
const late = 90_000;
const now = Date.now.bind(Date);
globalThis.Date = class extends Date {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    super(...((given.length === 0 ? [now() - late] : given) as [number]));
  }

  static override now(): number {
    return now() - late;
  }
} as DateConstructor;

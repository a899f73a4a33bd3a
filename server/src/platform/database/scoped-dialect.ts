import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';

/** Who may see the rows of a transaction (row-level security); '' where no such caller exists. */
export interface Asker {
  organization: string;
  user: string;
}

/** Kysely hands its driver nothing but isolation level and access mode. */
export const asking = new AsyncLocalStorage<Asker>();

/** Kysely's PostgreSQL, whose transactions begin by saying who asks, in the round trip that begins them. */
export class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new ScopedDriver(this.#config);
  }
}

class ScopedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { organization, user } = asking.getStore() ?? { organization: '', user: '' };
    const modes = [
      settings.isolationLevel && `isolation level ${settings.isolationLevel}`,
      settings.accessMode && ` ${settings.accessMode}`,
    ];
    // `true`: local to the transaction. A session-wide setting would leak into the next one on this connection.
    const text =
      `begin ${modes.filter(Boolean).join(' ')}; ` +
      `select set_config('app.organization_id', ${pg.escapeLiteral(organization)}, true), ` +
      `set_config('app.user_id', ${pg.escapeLiteral(user)}, true)`;
    await connection.executeQuery(CompiledQuery.raw(text));
  }
}

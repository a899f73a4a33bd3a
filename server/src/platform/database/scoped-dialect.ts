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

/** For whom row-level security shows rows in a transaction; '' where there is no organization or no user. */
export interface RowAccess {
  organization: string;
  user: string;
}

/** Passes the access to the driver, because Kysely passes only isolation level and access mode. */
export const rowAccess = new AsyncLocalStorage<RowAccess>();

/** Kysely's PostgreSQL dialect, whose transactions set the row access in the round trip that begins them. */
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
    const { organization, user } = rowAccess.getStore() ?? { organization: '', user: '' };
    const modes = [
      settings.isolationLevel && `isolation level ${settings.isolationLevel}`,
      settings.accessMode && ` ${settings.accessMode}`,
    ];
    // `local` limits the setting to the transaction: a session-wide one would leak into the next one on this connection. `set`
    // needs no plan and returns no row: 25 to 40 µs less than `select set_config(…)`, both here and on the server. No session has
    // a setting of its own, so what is '' need not be set.
    const text = [
      `begin ${modes.filter(Boolean).join(' ')}`,
      ...(organization ? [`set local app.organization_id = ${pg.escapeLiteral(organization)}`] : []),
      ...(user ? [`set local app.user_id = ${pg.escapeLiteral(user)}`] : []),
    ].join('; ');
    await connection.executeQuery(CompiledQuery.raw(text));
  }
}

import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Structured logs with ids and codes, never bodies, addresses or credentials. The redacted paths are a second safeguard. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      '*.authorization',
      '*.cookie',
      '*.password',
      '*.token',
      '*.secret',
      'req.headers',
      'err.detail',
      'err.where',
    ],
  });

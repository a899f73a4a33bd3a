import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Structured logs: ids and codes, never bodies, addresses or credentials. The paths below are a second fence. */
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

import type { FastifyReply } from 'fastify';
import type { Language } from './say.ts';

/** Sets Content-Language, and Vary because the answer depends on the caller's language. */
export function inLanguage(reply: FastifyReply, language: Language): void {
  const varies = [reply.getHeader('vary')].flat().filter((each) => each !== undefined);
  if (!varies.some((each) => /\baccept-language\b/i.test(String(each))))
    reply.header('vary', [...varies, 'Accept-Language'].join(', '));
  reply.header('content-language', language);
}

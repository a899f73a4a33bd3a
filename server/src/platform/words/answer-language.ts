import type { FastifyReply } from 'fastify';
import type { Language } from './say.ts';

/** Notes on an answer in which language it is, and that another caller may get it in another one. */
export function inLanguage(reply: FastifyReply, language: Language): void {
  const varies = [reply.getHeader('vary')].flat().filter((each) => each !== undefined);
  if (!varies.some((each) => /\baccept-language\b/i.test(String(each))))
    reply.header('vary', [...varies, 'Accept-Language'].join(', '));
  reply.header('content-language', language);
}

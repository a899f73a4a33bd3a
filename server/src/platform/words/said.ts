import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, sayIn, type Language } from './say.ts';
import type { Say } from './sentence.logic.ts';

/** Notes on an answer in which language it is, and that another caller may get it in another one. */
export function inLanguage(reply: FastifyReply, language: Language): void {
  const varies = [reply.getHeader('vary')]
    .flat()
    .filter((each) => each !== undefined)
    .join(', ');
  if (!/\baccept-language\b/i.test(varies))
    reply.header('vary', varies ? `${varies}, Accept-Language` : 'Accept-Language');
  reply.header('content-language', language);
}

/** Says words of ours in the language of the caller; the answer to which they belong notes it. */
export function sayTo(request: FastifyRequest, reply: FastifyReply): Say {
  const language = languageOf(request);
  const say = sayIn(language);
  return (said) => {
    inLanguage(reply, language);
    return say(said);
  };
}

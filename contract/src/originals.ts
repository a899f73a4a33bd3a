import Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Strict } from './http.ts';

export const readOriginal = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages/:message_id/original',
  operation: 'readOriginal',
  summary: 'The mail of a message as it came, to be saved; 404 where none is kept',
  tag: 'Conversations',
  params: Strict({ id: Id, message_id: Id }),
  reply: { 200: Type.Unknown() },
});

import Type from 'typebox';
import type { Operations } from '../endpoints.ts';
import { raw } from './answers.ts';

export const keyValueOperations = {
  store: {
    id: 'key_value.store',
    summary: 'Keeps a text for sharing',
    tag: 'Shared texts',
    access: { verb: 'can_store', view: 'KV' },
    body: Type.Object({ data: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
    bodyKind: 'form',
    answers: { 200: Type.Object({ id: Type.Integer() }) },
    errors: [404],
  },
  get: {
    id: 'key_value.get',
    summary: 'A text that was kept for sharing',
    tag: 'Shared texts',
    access: { verb: 'can_get_value', view: 'KV' },
    params: Type.Object({ key: Type.String() }),
    answers: { 200: raw('text/plain', 'The text'), 404: raw('text/plain', 'Nothing') },
  },
} as const satisfies Operations;

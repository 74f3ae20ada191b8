import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { Message, raw, resultOf } from './answers.ts';
import { IdParams } from './lists.ts';

const WireDatabaseSignIn = Type.Object({
  /** Of the database. */
  id: Type.Integer(),
  database_name: Type.String(),
  /** When the person signed in there first. */
  created_on: Type.String(),
});
export type WireDatabaseSignIn = Wire<typeof WireDatabaseSignIn>;

const long = Type.Optional(Type.String({ maxLength: 8192 }));

export const databaseSignInOperations = {
  comeBack: {
    id: 'database.oauth2',
    summary: 'Where a provider sends people back who sign in to a database as themselves',
    tag: 'Database',
    access: 'public',
    query: Type.Object({ state: long, code: long, scope: long, error: long }, { additionalProperties: true }),
    answers: {
      200: raw('text/html', 'A page that tells the one that waits, and closes itself'),
      400: raw('text/html', 'Why nobody is signed in'),
      403: raw('text/html', 'The person is another one'),
      502: raw('text/html', 'The provider gave nothing that can be used'),
    },
  },
  list: {
    id: 'me.database_sign_ins',
    summary: 'The databases to which the signed-in user has signed in',
    tag: 'Current user',
    access: 'session',
    answers: { 200: resultOf(Type.Array(WireDatabaseSignIn)) },
  },
  end: {
    id: 'me.database_sign_ins_delete',
    summary: 'Forgets by what the signed-in user is known in a database',
    tag: 'Current user',
    access: 'session',
    needsPerson: true,
    params: IdParams,
    answers: { 200: Message },
  },
} as const satisfies Operations;

import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { trashLosses, trashTypes } from '../trash-types.ts';
import { listOf, Message, resultOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { bulkDeleteOperation, infoOperation } from './resource-operations.ts';
import { WireUserSummary } from './users.ts';

const TrashType = Type.Enum(trashTypes);

/** One object that was deleted and can be brought back. */
export const WireTrashed = Type.Object({
  id: Type.Integer(),
  object_type: TrashType,
  /** Its id, which it gets back. */
  object_id: Type.Integer(),
  uuid: Type.String(),
  name: Type.String(),
  deleted_by: nullable(WireUserSummary),
  deleted_on: Type.String(),
  deleted_on_delta_humanized: Type.String(),
  /** When it goes for good. */
  expires_on: Type.String(),
});
export type WireTrashed = Wire<typeof WireTrashed>;

export const RestoredObject = Type.Object({
  object_type: TrashType,
  object_id: Type.Integer(),
  lost: Type.Array(Type.Enum(trashLosses)),
});
export type RestoredObject = Wire<typeof RestoredObject>;

const tag = 'Trash';

export const trashOperations = {
  list: {
    id: 'trash.list',
    summary: 'What the caller deleted, for administrators what anybody did, and when it goes for good',
    tag,
    access: 'session',
    query: QParameter,
    answers: { 200: listOf(WireTrashed) },
  },
  info: infoOperation({
    id: 'trash.info',
    summary: 'What the caller may do with the trash',
    tag,
    access: 'session',
  }),
  restore: {
    id: 'trash.restore',
    summary: 'Brings an object back under its id, with its owners, tags, favourites and places',
    tag,
    access: 'session',
    params: IdParams,
    answers: { 200: resultOf(RestoredObject) },
  },
  delete: {
    id: 'trash.delete',
    summary: 'Deletes one for good',
    tag,
    access: 'session',
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({
    id: 'trash.bulk_delete',
    summary: 'Deletes several for good',
    tag,
    access: 'session',
  }),
} as const satisfies Operations;

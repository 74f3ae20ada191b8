import type { Destruction } from '../engine.ts';
import { isNode, type Node, toNames } from './nodes.ts';

/** What one statement of the tree destroys, be it the whole or inside a WITH. */
export function readDestruction(type: string, body: Node): Destruction | null {
  if (type === 'DeleteStmt' || type === 'UpdateStmt')
    return body.whereClause === undefined
      ? { kind: type === 'DeleteStmt' ? 'DELETE' : 'UPDATE', tables: [toTable(body.relation)] }
      : null;
  if (type === 'MergeStmt' && listOf(body.mergeWhenClauses).some(deletes))
    return { kind: 'MERGE', tables: [toTable(body.relation)] };
  if (type === 'TruncateStmt')
    return {
      kind: 'TRUNCATE',
      tables: listOf(body.relations).map((item) => toTable(isNode(item) ? item.RangeVar : item)),
    };
  if (type === 'DropStmt') return { kind: 'DROP', tables: readDroppedNames(body).map(nameToTable) };
  if (type === 'AlterTableStmt' && listOf(body.cmds).some(dropsColumn))
    return { kind: 'DROP COLUMN', tables: [toTable(body.relation)] };
  return null;
}

/** The names of what a DROP takes away, each in its parts. */
export function readDroppedNames(body: Node): readonly (readonly string[])[] {
  return listOf(body.objects).map((item) => {
    const list = isNode(item) && isNode(item.List) ? item.List.items : undefined;
    return toNames(listOf(list));
  });
}

function nameToTable(names: readonly string[]) {
  return { schema: names.at(-2) ?? null, table: names.at(-1) ?? '' };
}

function toTable(range: unknown) {
  const { relname, schemaname } = isNode(range) ? range : {};
  return { schema: typeof schemaname === 'string' ? schemaname : null, table: String(relname ?? '') };
}

function deletes(item: unknown): boolean {
  return isNode(item) && isNode(item.MergeWhenClause) && item.MergeWhenClause.commandType === 'CMD_DELETE';
}

function dropsColumn(item: unknown): boolean {
  return isNode(item) && isNode(item.AlterTableCmd) && item.AlterTableCmd.subtype === 'AT_DropColumn';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

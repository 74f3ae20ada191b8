import { maxThemeDocument } from '@powerset/contract/schemas';
import { findThemeProblem, withFilesKept } from '../../themes/index.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import { columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import type { SourceRow } from '../values.ts';
import { auditColumns, toAudit } from './shared.ts';

const looks = ['is_system_default', 'is_system_dark'] as const;
type Look = (typeof looks)[number];

/** Themes, and which of them the other installation wore, where none is worn here. */
export const moveThemes: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const free = await freeLooks(moving);
  const asked = columns(`${auditColumns} theme_name ${looks.join(' ')}`, 'json_data');
  for await (const rows of portionsOf(source, 'themes', { columns: asked }))
    for (const row of rows) {
      const place = numbers.placeOf('themes', row.id);
      if (!place?.isNew) continue;
      const text = await readDocument(moving, row, place.name);
      if (text === undefined) {
        numbers.drop('themes', row.id);
        continue;
      }
      const worn = looks.filter((look) => row.flag(look) === 1 && free.delete(look));
      await store
        .insertInto('themes')
        .values({
          ...{ id: place.id, uuid: place.uuid, theme_name: place.name, json_data: text },
          ...Object.fromEntries(worn.map((look) => [look, 1])),
          ...toAudit(moving, row),
        })
        .execute();
      notes.count('themes', 'moved');
    }
};

async function freeLooks({ store }: Moving): Promise<Set<Look>> {
  const here = await store
    .selectFrom('themes')
    .select([...looks])
    .execute();
  return new Set(looks.filter((look) => here.every((theme) => theme[look] !== 1)));
}

async function readDocument(moving: Moving, row: SourceRow, name: string): Promise<string | undefined> {
  const about = { kind: 'themes', id: row.id, name } as const;
  const note = noteOn(moving, 'themes', about);
  const given = await orLeaveOut(moving, about, () => row.text('json_data')?.trim() || '{}');
  if (given === undefined) return undefined;
  const problem = findThemeProblem(given);
  if (problem) note.leftOut(problem);
  if (problem) return undefined;
  const text = await withFilesKept({ store: moving.store, now: () => new Date(moving.time) }, given);
  if (text.length <= maxThemeDocument) return text;
  note.leftOut(`is longer than ${maxThemeDocument} characters`);
  return undefined;
}

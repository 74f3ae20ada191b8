import { describe, expect, it } from 'vitest';
import {
  addFolder,
  type Folder,
  findNamelessFolder,
  moveFields,
  placedIn,
  removeFolder,
  shiftFolder,
  toSentFolders,
} from './folders.ts';

const field = (name: string) => ({ type: 'column' as const, uuid: name, name });
const folder = (name: string, ...children: Folder['children']): Folder => ({
  ...{ type: 'folder', uuid: `of ${name}`, name, description: null },
  children,
});
const plain = (children: Folder['children']): readonly unknown[] =>
  children.map((child) => (child.type === 'folder' ? { [child.name]: plain(child.children) } : child.name));

const money = folder('Money', field('price'), folder('Tax', field('vat')), field('cost'));
const folders = [folder('Place', field('city')), money];

describe('folders of a draft', () => {
  it('take fields out of wherever they lie, to the end or before another', () => {
    const fields = [field('vat'), field('city')];
    expect(plain(moveFields(folders, { fields, to: 'of Money' }))).toEqual([
      { Place: [] },
      { Money: ['price', { Tax: [] }, 'cost', 'vat', 'city'] },
    ]);
    expect(plain(moveFields(folders, { fields, to: 'of Money', before: 'price' }))).toEqual([
      { Place: [] },
      { Money: ['vat', 'city', 'price', { Tax: [] }, 'cost'] },
    ]);
    expect([...placedIn(moveFields(folders, { fields, to: null }))].filter((uuid) => !uuid.startsWith('of '))).toEqual([
      'price',
      'cost',
    ]);
  });

  it('stand where they are put, change places with the next, and let go of what is in them', () => {
    const inner = folder('New');
    expect(plain(addFolder(folders, inner, 'of Tax'))).toEqual([
      { Place: ['city'] },
      { Money: ['price', { Tax: [{ New: [] }, 'vat'] }, 'cost'] },
    ]);
    expect(plain(addFolder(folders, inner, null)).at(-1)).toEqual({ New: [] });
    expect(shiftFolder(folders, 'of Money', -1).map(({ name }) => name)).toEqual(['Money', 'Place']);
    expect(shiftFolder(folders, 'of Money', 1)).toEqual(folders);
    expect(plain(removeFolder(folders, 'of Tax'))).toEqual([{ Place: ['city'] }, { Money: ['price', 'cost'] }]);
  });

  it('need names of their own beside each other, and none of the two headings below them', () => {
    const named = (...names: readonly string[]) => findNamelessFolder(names.map((name) => folder(name)))?.name;
    expect([named('A', 'B'), named('A', ' '), named('A', 'A '), named('metrics')]).toEqual([
      ...[undefined, ' ', 'A ', 'metrics'],
    ]);
    expect(findNamelessFolder([folder('A', folder('B'), folder('B'))])?.name).toBe('B');
    expect(findNamelessFolder([folder('A', folder('A'))])).toBe(undefined);
  });

  it('are sent with the names that columns have by now, without those that are gone', () => {
    const columns = [{ uuid: 'price', column_name: 'net price' }].map((column) => ({ ...emptyColumn, ...column }));
    const sent = toSentFolders({ folders: [folder(' A ', field('price'), field('gone'))], columns, metrics: [] });
    expect(plain(sent ?? [])).toEqual([{ A: ['net price'] }]);
    expect(toSentFolders({ folders: [], columns, metrics: [] })).toBe(null);
  });
});

const emptyColumn = {
  ...{ verbose_name: null, description: null, expression: null, type: null },
  ...{ is_dttm: false, filterable: true, groupby: true },
};

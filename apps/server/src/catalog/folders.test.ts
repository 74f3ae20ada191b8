import { expect, it } from 'vitest';
import { adoptFolders } from './folders.ts';

const fields = { columns: [{ uuid: 'u', column_name: 'city' }], metrics: [] };

/** So many folders in each other, a column in the innermost. */
function nested(depth: number): object {
  let inner: object = { type: 'column', name: 'city' };
  for (let at = 0; at < depth; at += 1) inner = { type: 'folder', name: `f${at}`, children: [inner] };
  return inner;
}

it('brings up what lies too deep in folders of another installation, and leaves out what nobody can have put there', () => {
  const [outer] = adoptFolders([nested(20)], fields);
  expect(JSON.stringify(outer).split('"folder"').length - 1).toBe(3);
  expect(JSON.stringify(outer)).toContain('city');
  const [deep] = adoptFolders([nested(100_000)], fields);
  expect(JSON.stringify(deep)).not.toContain('city');
});

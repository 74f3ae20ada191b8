/** Of others' turns while something long is read or written: no row names them. */
export const turnsFeatures = [
  {
    file: 'apps/server/src/metadata/store.ts',
    test: 'apps/server/src/metadata/store.test.ts',
    title: 'gives others their turn while many rows are read',
    what: 'all rows of a statement are read at once',
    find: 'if (rows.length % rowsPerLook !== 0 || stretch.lastsMs() <= turnMs) continue;',
    put: 'if (rows.length > 0) continue;',
  },
  {
    file: 'apps/server/src/json/in-turns.ts',
    test: 'apps/server/src/json/in-turns.test.ts',
    title: 'lets others have their turn while twenty thousand rows are written',
    what: 'a long list is written at once',
    find: '    await othersTurn();\n    const text = JSON.stringify(items.slice(start',
    put: '    const text = JSON.stringify(items.slice(start',
  },
  {
    file: 'apps/server/src/json/in-turns.ts',
    test: 'apps/server/src/json/in-turns.test.ts',
    title: 'is written as JSON.stringify does it',
    what: 'short fields that stand before a long one are lost',
    find: '    flush();\n    pieces.push(Buffer.from(',
    put: '    pieces.push(Buffer.from(',
  },
];

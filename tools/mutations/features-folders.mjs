const catalog = 'apps/server/src/catalog/folders.ts';
const saving = 'apps/server/src/features/datasets/folders.ts';
const test = 'apps/server/src/features/datasets/dataset-folders.test.ts';
const editor = 'apps/web/src/dataset-editor/folders.ts';
const editorTest = 'apps/web/src/dataset-editor/folders.test.ts';

/** Folders for the metrics and columns of a dataset. */
export const folderFeatures = [
  {
    file: catalog,
    test,
    title: 'and find one again that came under another UUID',
    what: 'columns are known by their UUIDs alone',
    find: '?? this.byName.get(',
    put: '?? new Map<string, WireFolderField>().get(',
  },
  {
    file: saving,
    test,
    title: 'and stay as they were',
    what: 'a column lies in as many folders as one says',
    find: 'if (!finder.take(field)) throw',
    put: 'if (!finder.take(field) && false) throw',
  },
  {
    file: saving,
    test,
    title: 'and stay as they were',
    what: 'folders beside each other may be called alike',
    find: 'names.add(name);',
    put: '',
  },
  {
    file: 'apps/server/src/features/bundles/write.ts',
    test,
    title: 'go with copies, bundles and versions',
    what: 'imports leave folders out',
    find: 'const folders = dataset ? toKeptFolders(adoptFolders(given, dataset)) : null;',
    put: 'const folders = null;',
  },
  {
    file: editor,
    test: editorTest,
    title: 'are sent with the names that columns have by now',
    what: 'columns that are gone are sent too',
    find: 'return name === undefined ? [] : [{ ...child, name }];',
    put: 'return [{ ...child, name: name ?? child.name }];',
  },
];

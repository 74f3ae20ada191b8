import type { DatabaseKind } from '../database-kind.ts';
import { findFilesProblem, fromFilesUri } from './uri.ts';

/** Files of a folder, each a table or a part of one. */
export const filesKind: DatabaseKind = {
  name: 'Files in a folder',
  backend: 'files',
  aliases: [],
  driver: 'local',
  uriPlaceholder: 'files:///folder[/inside]',
  defaultSchemaOf: () => 'main',
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: true,
  fields: {
    database: {
      type: 'string',
      title: 'Folder',
      description: 'Name of a folder that POWERSET_LAKE_FOLDERS opens, and what may follow inside it: sales/2024',
    },
  },
  requiredFields: ['database'],
  findUriProblem: findFilesProblem,
  toUri: ({ database }) => `files:///${String(database).split('/').map(encodeURIComponent).join('/')}`,
  toParameters: (uri) => {
    const { folder, path } = fromFilesUri(uri);
    return { database: path === '' ? folder : `${folder}/${path}` };
  },
  functionNamesSql: null,
};

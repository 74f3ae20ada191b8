type T = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** What a chart or dataset stands on and is gone, and what can be done: nobody misspelt it. */
export interface GoneWords {
  readonly title: string;
  readonly help: string;
}

/** The words for an error's type, where it says that a table, a column or the like is there no more. */
export function goneWords(type: string | undefined, t: T): GoneWords | undefined {
  switch (type) {
    case 'TABLE_DOES_NOT_EXIST_ERROR':
      return {
        title: t('The table is gone'),
        help: t('It was dropped or renamed in the database. Restore it, or give the dataset another table.'),
      };
    case 'SCHEMA_DOES_NOT_EXIST_ERROR':
      return {
        title: t('The schema is gone'),
        help: t('It was dropped or renamed in the database. Restore it, or give the dataset a table of another one.'),
      };
    case 'COLUMN_DOES_NOT_EXIST_ERROR':
      return {
        title: t('A column is gone'),
        help: t('It was dropped or renamed. Sync the columns of the dataset, and choose another one in the chart.'),
      };
    case 'DATABASE_NOT_FOUND_ERROR':
      return {
        title: t('The database is gone'),
        help: t('Its connection was deleted. Connect it again, or give the dataset a table of another one.'),
      };
    default:
      return undefined;
  }
}

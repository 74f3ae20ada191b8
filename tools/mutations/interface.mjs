const api = 'apps/web/src/api';
const shell = 'apps/web/src/shell';

export const interfaceRows = [
  {
    row: 'ASY-005',
    what: 'an event that nobody waits for yet is dropped at once',
    file: `${api}/async-jobs.ts`,
    find: 'if (attempt > maxRetries) return',
    put: 'if (attempt > 0) return',
  },
  {
    row: 'ASY-009',
    what: 'the id of the last event is not kept',
    file: `${api}/async-jobs.ts`,
    find: 'if (result.length > 0) keepLastId(parts, lastId);',
    put: '',
  },
  {
    row: 'LST-008',
    what: 'stars that cannot be read are told nobody',
    file: `${api}/favorites.ts`,
    find: 'if (!query.error) return;',
    put: 'if (query.error !== undefined) return;',
  },
  {
    row: 'LST-009',
    what: 'a star that could not be saved keeps its new state',
    file: `${api}/favorites.ts`,
    find: '        put(id, wasFavorite);\n',
    put: '',
  },
  {
    row: 'ERR-002',
    what: 'words that were set for a type of error are not used',
    file: `${shell}/errors/error-view.ts`,
    find: 'first ? settings.messages[first.error_type] : undefined',
    put: 'undefined',
  },
  {
    row: 'ERR-004',
    what: 'nothing leads to where access is asked for',
    file: `${shell}/errors/error-view.ts`,
    find: "(kind === 'access' ? linkOf(settings.accessLink) : null)",
    put: 'null',
  },
  {
    row: 'LOG-002',
    what: 'all events go at once',
    file: `${shell}/event-log.ts`,
    find: 'MAX_EVENTS_PER_SEND = 1024',
    put: 'MAX_EVENTS_PER_SEND = 4096',
  },
];

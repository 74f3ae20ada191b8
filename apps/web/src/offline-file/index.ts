/**
 * OFFLINE FILE. The server's part of a dashboard that was opened as a file: everything that its page asks is answered from
 * what lies in the file. In: the file, calls. Out: responses, as the server would send them.
 */
export { createFileFetch } from './file-fetch.ts';
export { isOfflineFile, offlineFile } from './offline-file.ts';

/**
 * OFFLINE FILES. A dashboard as one HTML file that needs no server: its page, what its charts and filters answer as it is opened, and
 * rows by which filters are followed. In: a dashboard and whoever may see it. Out: the file. It holds nothing that this person
 * could not read.
 */
export { createOfflineFiles, type FileRequest, type OfflineDeps, type OfflineFiles } from './make-file.ts';

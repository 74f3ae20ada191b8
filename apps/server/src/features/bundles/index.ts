/**
 * BUNDLES. Export files and their way back: ZIP files of YAML documents, in the reference's names and keys.
 * In: ids or an archive that nobody has to be trusted for. Out: an archive, or objects written all at once or not at all.
 */
export { type AsCodeCommand, findAsCodeCommand, type OwnServer } from './as-code/command.ts';
export { movedDocuments } from './moved-documents.ts';
export { type BundlesOptions, registerBundles, registerExamples } from './routes.ts';

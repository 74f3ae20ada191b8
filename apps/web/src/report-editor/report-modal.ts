import { lazyPart } from '../shell/index.ts';

/** The dialog comes when it is opened. */
export const ReportModal = lazyPart(async () => (await import('./ReportModal.tsx')).ReportModal);

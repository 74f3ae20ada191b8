/**
 * HOST PAGE. The page of another site that shows a dashboard of ours in a frame, and what is said between the two: the
 * protocol of `@superset-ui/embedded-sdk`. In: messages of the host. Out: the guest's token, questions, what is told to it.
 */
export { createHostLine, type HostLine, type HostMethods } from './host-line.ts';
export { hostLine, isEmbeddedPage, openHostLine, readEmbeddedLook, readStandaloneLook, toThemeMode } from './page.ts';

/**
 * The frame of the application: top bar, palette, shortcuts, session, navigation, event log.
 * In: the routes that features register. Out: `Shell` around each page, and what pages need of their surroundings.
 */
export * from './BarePage.tsx';
export * from './chart-panel.ts';
export * from './chart-types.ts';
export * from './ErrorPages.tsx';
export * from './errors/ErrorView.tsx';
export * from './errors/error-view.ts';
export * from './errors/gone-words.ts';
export * from './event-log.ts';
export * from './FileFrame.tsx';
export * from './feature-routes.ts';
export * from './grid-keys.ts';
export * from './kept.ts';
export * from './lazy-part.ts';
export * from './may-upload.ts';
export * from './NoDatabases.tsx';
export * from './navigation.ts';
export * from './page-log.ts';
export * from './page-title.ts';
export * from './RouteFrame.tsx';
export * from './save-file.ts';
export * from './session.tsx';
export * from './shortcuts.ts';
export { makePasskey } from './sign-in/authenticators.ts';
export * from './sign-in/next-address.ts';
export * from './sign-in/PasskeyButton.tsx';
export * from './sign-in/SignInFields.tsx';
export { tellTabs } from './sign-in/signed-out.ts';
export * from './sign-in/single-sign-on-words.ts';
export * from './sign-in/use-directory-name.ts';
export * from './sign-in/use-passkeys.ts';
export * from './sign-in/use-sign-in.ts';
export * from './sign-in/use-sign-in-ways.ts';
export * from './sign-in/use-sign-out.ts';
export * from './sign-in/use-takes-passwords.ts';
export * from './thumbnails/index.ts';
export * from './UiRoot.tsx';

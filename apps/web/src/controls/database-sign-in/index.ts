/**
 * DATABASE SIGN-IN. Where a database asks who somebody is: the way to its provider, and what goes on once the person is back. In: an
 * error. Out: a button.
 */
export { DatabaseSignIn } from './DatabaseSignIn.tsx';
export { type SignInPlace, signInPlaceIn, signInPlaceOf } from './sign-in-place.ts';
export { useSignedIn } from './use-signed-in.ts';

/**
 * ACCESS REQUESTS. What people ask who may not see something, and who lets them in. In: a request for a dashboard, chart or
 * dataset; an object that its owner or an administrator shares. Out: the same answer whether it is there or not; to owners
 * and administrators what is open, and who sees what is theirs; a role, given.
 */
export { type AccessRequestParts, registerAccessRequests } from './routes.ts';

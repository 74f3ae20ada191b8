/**
 * ACCESS REQUESTS. What people ask who may not see something, and who lets them in. In: a request for a dashboard, chart or
 * dataset. Out: the same answer whether it is there or not; to owners and administrators what is open; a role, given.
 */
export { type AccessRequestParts, registerAccessRequests } from './routes.ts';

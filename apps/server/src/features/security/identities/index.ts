/**
 * IDENTITIES. Who people are elsewhere: at an identity provider, in a directory. In: what that says of a person. Out: the
 * person of ours, made where the rules say so, with the roles that the groups there stand for.
 */
export type { Claims, IdentityRules } from './claims.ts';
export {
  connectIdentity,
  type Found,
  findByIdentity,
  followGroups,
  type IdentityDeps,
  type Refusal,
} from './identities.ts';
export { checkGroupsAreTold, rolesOf } from './roles.ts';

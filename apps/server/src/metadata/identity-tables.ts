/** Who a person is at an identity provider; one identity of each at most. */
export interface UserIdentitiesTable {
  issuer: string;
  /** The provider's own name for the person, which never changes hands: `sub`. */
  subject: string;
  user_id: number;
  created_on: string;
}

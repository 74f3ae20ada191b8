/** By what a server knows who asks, where people sign in to it as themselves. */
export interface TokenSource {
  /** Null asks as nobody. Throws where the person has to sign in first. */
  current(): Promise<string | null>;
  /** Another one than the server refused; throws where there is none. */
  renewed(refused: string): Promise<string>;
}

/** Asks as nobody: what a server tells everybody. */
export const nobody: TokenSource = {
  current: async () => null,
  renewed: () => Promise.reject(new Error('Nobody has no other token.')),
};

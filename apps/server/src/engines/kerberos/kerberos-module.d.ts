/** What is used here of a package that whoever needs it adds to an installation. */
declare module 'kerberos' {
  export interface KerberosClient {
    readonly contextComplete: boolean;
    step(challenge: string): Promise<string | null>;
    unwrap(challenge: string): Promise<string | null>;
    wrap(challenge: string): Promise<string | null>;
  }

  interface Kerberos {
    readonly GSS_MECH_OID_KRB5: number;
    readonly GSS_MECH_OID_SPNEGO: number;
    initializeClient(
      service: string,
      options: { readonly mechOID: number; readonly principal?: string },
    ): Promise<KerberosClient>;
  }

  const kerberos: Kerberos;
  export default kerberos;
}

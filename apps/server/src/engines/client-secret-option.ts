/** Where the secret stands among the options of a connection by which the product is known to a provider. */
export const clientSecretOption = 'oauth2_client_info.secret';

/** A stored value, or all stored values between two. */
export type StoredValue = number | string | { readonly start: number | string; readonly end: number | string };

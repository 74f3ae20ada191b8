export interface KeyedDocument {
  readonly key: string;
  readonly value: unknown;
  readonly userId: number | null;
  readonly createdOn: string;
}

declare module 'rison' {
  interface Parser {
    message: string;
    error: (message: string) => void;
    parse(text: string): unknown;
  }
  const rison: {
    encode(value: unknown): string;
    parser: new (onError: (message: string) => void) => Parser;
  };
  export default rison;
}

interface Message {
  text: string;
  start: number;
  end: number;
  values: string[] | undefined;
}

export function messagesIn(file: string, code: string): Message[];
export function compile(text: string, change?: (text: string) => string): string | unknown[];
export function keyOf(text: string): string;
// biome-ignore lint/suspicious/noExplicitAny: nodes of any kind
export function nodesIn(node: unknown): Iterable<{ node: any; parents: any[] }>;
export function parse(file: string, code: string): unknown;
export function readSource(file: string): string;
export function cataloguesOf(name: string): Record<string, Record<string, string>>;

export interface CompiledPattern {
  source: string;
  negated: boolean;
  literal?: string;
  prefix: string;
  tail?: string;
}
export function matches(_patterns: readonly CompiledPattern[], _path: string): boolean {
  return false;
}

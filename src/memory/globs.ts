import type { CompiledPattern } from '../index/paths.ts';
export function compileGlobs(
  _p: readonly string[],
  _root?: string,
): { compiled: CompiledPattern[]; problems: { pattern: string; message: string }[] } {
  return { compiled: [], problems: [] };
}
export function rulePaths(p: readonly string[]): string[] {
  return [...p];
}

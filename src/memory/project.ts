// The project around a folder as its config has it. The hook does without: what the config decides is compiled into its index.
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { findProject, isolated, type Places, type Project } from '../index/places.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** As findProject, with `project.worktrees` heeded. */
export function openProject(start: string, places: Places, env: Env): Project {
  const project = findProject(start, places, env);
  return project.main ? inForce(project, loadConfig(project.configs).config, places, env) : project;
}

/** A project as this config, which is its own, has it. */
export function inForce(project: Project, config: LoadedConfig['config'], places: Places, env: Env): Project {
  return config['project.worktrees'] === 'isolate' ? isolated(project, places, env) : project;
}

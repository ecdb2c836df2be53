const { npm_command: command, npm_config_user_agent: agent } = process.env;

/**
 * The words that start this program again, for hints. If the package is installed in a project, it
 * is not a shell command, and npx has started it.
 */
export const PROGRAM =
  command === 'exec' && agent?.startsWith('npm/') ? 'npx --no -- parlance' : 'parlance';

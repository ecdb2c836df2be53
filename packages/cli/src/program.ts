const { npm_command: command, npm_config_user_agent: agent } = process.env;

/**
 * The words that start this program again, for hints: a package that is installed in a project is no
 * command of the shell, and npx has started it.
 */
export const PROGRAM =
  command === 'exec' && agent?.startsWith('npm/') ? 'npx --no -- parlance' : 'parlance';

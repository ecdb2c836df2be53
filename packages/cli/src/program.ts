const { npm_command: command, npm_config_user_agent: agent } = process.env;

/**
 * Command that starts this program, for hints. A package that is installed in a project is not on
 * the PATH. It was started by npx then, so the hints use npx, too.
 */
export const PROGRAM =
  command === 'exec' && agent?.startsWith('npm/') ? 'npx --no -- parlance' : 'parlance';

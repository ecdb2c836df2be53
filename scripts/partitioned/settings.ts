/** Returns settings of PostgreSQL that log the executed plan of every statement. */
export const explainSettings = (dir: string): Record<string, string | number | boolean> => ({
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': 0,
  'auto_explain.log_analyze': true,
  'auto_explain.log_timing': false,
  'auto_explain.log_format': 'json',
  logging_collector: true,
  log_destination: 'jsonlog',
  log_directory: dir,
  log_rotation_size: '256MB',
  log_min_error_statement: 'panic',
});

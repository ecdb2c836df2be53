import { runAdmin } from '../src/admin/run-admin.ts';

process.exit(await runAdmin(process.argv.slice(2), process));

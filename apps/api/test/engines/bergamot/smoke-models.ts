import type { ModelOptions } from './model.ts';
import type { ModelEntry } from './registry-server.ts';

/** Lists a model for each pair that `npm run mt:smoke` tries, including both steps from German to French. */
export function listSmokeModels(options: ModelOptions): ModelEntry[] {
  const entries: ModelEntry[] = [
    { from: 'en', to: 'de', dictionary: { Save: 'Speichern', the: 'die', file: 'Datei' } },
    { from: 'en', to: 'ja', dictionary: { Save: '保存', file: 'ファイル', '.': '。' } },
    { from: 'zh', to: 'en', dictionary: { 保存: 'Save', 文件: 'file', '。': '.' } },
    { from: 'de', to: 'en', dictionary: { Speichern: 'Save', die: 'the', Datei: 'file' } },
    { from: 'en', to: 'fr', dictionary: { Save: 'Enregistrer', the: 'le', file: 'fichier' } },
    { from: 'en', to: 'zh_hant', dictionary: { Save: '儲存', file: '檔案', '.': '。' } },
  ];
  return entries.map((entry) => ({
    ...entry,
    ...options,
    separateVocabularies: entry.to === 'ja' || entry.to === 'zh_hant',
  }));
}

export default Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(['./*.json', '!./common.json'], {
    eager: true,
    import: 'default',
  }),
);

/** An answer that browsers save as a CSV file. @param name of the file, with its ending */
export const csvResponse = (name: string, csv: string): Response =>
  new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });

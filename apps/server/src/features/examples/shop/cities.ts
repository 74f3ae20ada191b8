/** Real cities with their coordinates (degrees) and population (millions), from public figures. */
export interface City {
  readonly city: string;
  readonly country: string;
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly weight: number;
}

const lines = `
Berlin|Germany|DE|52.52|13.405|3.7
Hamburg|Germany|DE|53.551|9.994|1.9
Munich|Germany|DE|48.137|11.575|1.5
Cologne|Germany|DE|50.938|6.957|1.1
Frankfurt|Germany|DE|50.11|8.682|0.8
Stuttgart|Germany|DE|48.775|9.182|0.6
Leipzig|Germany|DE|51.34|12.375|0.6
Dresden|Germany|DE|51.05|13.737|0.6
Paris|France|FR|48.857|2.352|3.1
Lyon|France|FR|45.764|4.836|0.9
Marseille|France|FR|43.296|5.37|0.9
Toulouse|France|FR|43.605|1.444|0.6
Bordeaux|France|FR|44.838|-0.579|0.5
Lille|France|FR|50.629|3.057|0.5
Amsterdam|Netherlands|NL|52.368|4.904|1.6
Rotterdam|Netherlands|NL|51.924|4.478|1.1
Utrecht|Netherlands|NL|52.091|5.122|0.7
Eindhoven|Netherlands|NL|51.442|5.47|0.4
Madrid|Spain|ES|40.417|-3.704|2
Barcelona|Spain|ES|41.386|2.173|1.6
Valencia|Spain|ES|39.47|-0.376|0.6
Seville|Spain|ES|37.389|-5.984|0.5
Rome|Italy|IT|41.903|12.496|1.4
Milan|Italy|IT|45.464|9.19|1.5
Turin|Italy|IT|45.07|7.687|0.6
Naples|Italy|IT|40.852|14.268|0.5
Bologna|Italy|IT|44.494|11.343|0.4
Warsaw|Poland|PL|52.23|21.012|1.3
Kraków|Poland|PL|50.065|19.945|0.7
Wrocław|Poland|PL|51.108|17.039|0.5
Gdańsk|Poland|PL|54.352|18.647|0.4
Vienna|Austria|AT|48.208|16.374|1.6
Graz|Austria|AT|47.071|15.44|0.3
Salzburg|Austria|AT|47.809|13.055|0.2
Zürich|Switzerland|CH|47.377|8.541|0.8
Geneva|Switzerland|CH|46.204|6.143|0.4
Basel|Switzerland|CH|47.56|7.589|0.3
Brussels|Belgium|BE|50.851|4.352|0.8
Antwerp|Belgium|BE|51.219|4.402|0.5
Copenhagen|Denmark|DK|55.676|12.568|0.7
Aarhus|Denmark|DK|56.162|10.204|0.3
Stockholm|Sweden|SE|59.329|18.069|0.8
Gothenburg|Sweden|SE|57.709|11.975|0.5
Oslo|Norway|NO|59.914|10.752|0.5
Bergen|Norway|NO|60.393|5.322|0.2
Helsinki|Finland|FI|60.17|24.938|0.5
Lisbon|Portugal|PT|38.722|-9.139|0.6
Porto|Portugal|PT|41.158|-8.629|0.4
London|United Kingdom|GB|51.507|-0.128|2.2
Manchester|United Kingdom|GB|53.483|-2.244|0.7
Edinburgh|United Kingdom|GB|55.953|-3.189|0.4
Dublin|Ireland|IE|53.35|-6.26|0.5
Prague|Czechia|CZ|50.076|14.438|0.6
Brno|Czechia|CZ|49.195|16.608|0.2
`;

export const cities: readonly City[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [city = '', country = '', code = '', latitude, longitude, weight] = line.split('|');
    return { city, country, code, latitude: Number(latitude), longitude: Number(longitude), weight: Number(weight) };
  });

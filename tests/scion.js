// Runs SCXML documents in SCION: reads {document, events: [[name, data], …]} for each of a list, and writes the states
// that each is in at first and after each event.
const { core, documentStringToModel } = require("@scion-scxml/scxml");
const runs = JSON.parse(require("fs").readFileSync(0, "utf8"));
const told = runs.map(({ document, events }) => new Promise((done, failed) =>
  documentStringToModel("chart.scxml", document, (error, model) => error ? failed(error) : model.prepare((error, made) => {
    if (error) return failed(error);
    const chart = new core.Statechart(made);
    done([chart.start(), ...events.map(([name, data]) => chart.gen({ name, data }))]);
  }))));
Promise.all(told).then((all) => console.log(JSON.stringify(all)));
